"""The SGF grammar alone: trees, values, escapes, character sets, and what it refuses."""

from __future__ import annotations

import pytest

from kikashi.records import bounds, files
from kikashi.records.sgf_grammar import Broken, SgfNode, Tree, serialise, trees


def only(text: str) -> SgfNode:
    (found,) = trees(text)
    assert isinstance(found, Tree), found
    return found.root


def from_bytes(data: bytes, encoding: str | None = None) -> SgfNode:
    text, octets = files.sgf_text(data, encoding)
    (found,) = trees(text, octets=octets)
    assert isinstance(found, Tree), found
    return found.root


def shape(node: SgfNode) -> str:
    """The first values of a small tree, in brackets."""
    inner = "".join(shape(child) for child in node.children)
    return f"({''.join(value[0] for value in node.properties.values())}{inner})"


def test_variations_hang_on_the_node_before_them() -> None:
    assert shape(only("(;X[a];X[b](;X[c];X[d])(;X[e](;X[f])(;X[g])))")) == "(a(b(c(d))(e(f)(g))))"


def test_spaces_and_line_breaks_between_tokens_mean_nothing() -> None:
    assert shape(only(" junk ( ;\n X \t[a]\r\n[b] ; Y[c] ) junk ")) == "(a(c))"
    assert only("(;X [a]\n [b])").properties == {"X": ["a", "b"]}


def test_a_property_written_twice_keeps_all_its_values() -> None:
    assert only("(;C[a]C[b])").properties == {"C": ["a", "b"]}


def test_long_names_of_old_files_are_their_capitals() -> None:
    assert only("(;GaMe[1];Black[aa])").properties == {"GM": ["1"]}


@pytest.mark.parametrize(
    ("raw", "meant"),
    [
        (r"a\]b", "a]b"),
        (r"a\\", "a\\"),
        (r"\\\]", "\\]"),
        (r"\a\:", "a:"),
        ("soft\\\nbreak", "softbreak"),
        ("soft\\\r\nbreak", "softbreak"),
        ("hard\r\nbreak", "hard\nbreak"),
        ("hard\rbreak", "hard\nbreak"),
        ("[(;X[", "[(;X["),
        ("tab\tstays", "tab\tstays"),
    ],
)
def test_escapes_and_line_breaks(raw: str, meant: str) -> None:
    assert only(f"(;C[{raw}])").properties["C"] == [meant]


def test_what_serialise_writes_is_wrapped_only_between_nodes() -> None:
    root = SgfNode({"C": ["x" * 200 + " ]\n;("]}, [SgfNode({"B": ["aa"]}) for _ in range(3)])
    text = serialise(root)
    assert shape(only(text)) == shape(root)
    long_line = serialise(SgfNode({"A": ["b"]}, [chain(60)]))
    assert max(map(len, long_line.splitlines())) <= 78
    assert serialise(only(long_line)) == long_line


def chain(length: int) -> SgfNode:
    node = SgfNode({"B": ["jj"]})
    for _ in range(length):
        node = SgfNode({"B": ["jj"]}, [node])
    return node


@pytest.mark.parametrize(
    ("charset", "codec"),
    [
        ("CA[UTF-8]", "utf-8"),
        ("", "utf-8"),
        ("CA[ISO-8859-1]", "latin-1"),
        ("CA[Big5]", "big5"),
        ("CA[GB18030]", "gb18030"),
        ("CA[Shift_JIS]", "shift_jis"),
        ("CA[no such charset]", "utf-8"),
        ("CA[hex]", "utf-8"),
    ],
)
def test_values_are_decoded_by_their_character_set(charset: str, codec: str) -> None:
    # 功 and 許 end in a backslash or bracket byte in Big5, 表 in Shift_JIS.
    words = {"latin-1": "déjà vu", "shift_jis": "表ソ]"}.get(codec, "成功許蓋 ]")
    written = f"(;{charset}C[{words.replace(']', chr(92) + ']')}])"
    if codec in ("big5", "gb18030", "shift_jis"):
        # As programs that know the character set write it.
        data = written.encode(codec)
    else:
        data = written.encode(codec)
    assert from_bytes(data).properties["C"] == [words]


def test_bytes_that_are_no_utf8_are_latin1() -> None:
    assert from_bytes("(;C[Müller])".encode("latin-1")).properties["C"] == ["Müller"]
    assert from_bytes("(;CA[UTF-8]C[Müller])".encode("latin-1")).properties["C"] == ["Müller"]


def test_a_byte_order_mark_is_no_text() -> None:
    assert from_bytes(b"\xef\xbb\xbf(;C[\xe6\xa2\x85])").properties["C"] == ["梅"]
    assert from_bytes("(;C[梅])".encode("utf-16")).properties["C"] == ["梅"]


def test_the_character_set_can_be_forced() -> None:
    assert from_bytes("(;C[功])".encode("big5"), "big5").properties["C"] == ["功"]


def test_each_tree_has_its_own_character_set() -> None:
    data = "(;CA[UTF-8]C[梅])".encode() + "(;CA[ISO-8859-1]C[é])".encode("latin-1")
    text, octets = files.sgf_text(data)
    found = [t.root.properties["C"] for t in trees(text, octets=octets) if isinstance(t, Tree)]
    assert found == [["梅"], ["é"]]


def test_a_line_that_starts_with_a_semicolon_is_a_game_without_parentheses() -> None:
    found = list(trees(";B[JJ];W[II]\n;B[KK]C[two\nlines];W[LL]\n\n(;B[MM])"))
    assert [shape(t.root) for t in found if isinstance(t, Tree)] == [
        "(JJ(II))",
        "(KKtwo\nlines(LL))",
        "(MM)",
    ]
    assert [t.line for t in found] == [1, 2, 5]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("(;B[aa]", "closing parenthesis"),
        ("(;B[aa", "closing bracket"),
        ("(;B[aa\\]", "closing bracket"),
        ("(;C[x\\", "closing bracket"),
        ("(;B)", "has no value"),
        ("(;b[aa])", "no property"),
        ("(;B[aa]?)", "expected"),
        ("(;[aa])", "expected"),
        ("(;B[aa](C[x]))", "outside a node"),
        ("(" + ";" * (bounds.NODES + 1) + ")", "nodes in one game"),
        ("(;" + "(;" * (bounds.NESTING + 1) + ")" * (bounds.NESTING + 2), "nested"),
        ("(;C[" + "x" * (bounds.VALUE_CHARS + 1) + "])", "long"),
        ("(;C" + "[x]" * (bounds.VALUES + 1) + ")", "values"),
        (
            "(;" + "".join(f"{chr(65 + i % 26)}{chr(65 + i // 26)}[x]" for i in range(300)) + ")",
            "properties",
        ),
    ],
)
def test_broken_trees_are_refused_with_a_reason_and_the_next_game_is_read(
    text: str, why: str
) -> None:
    broken, good = trees(text + "\n(;FF[4]X[good])")
    assert isinstance(broken, Broken)
    assert why in broken.reason
    assert isinstance(good, Tree)
    assert good.root.properties["X"] == ["good"]


def test_in_a_file_of_one_game_a_line_an_unclosed_game_does_not_swallow_the_next() -> None:
    found = list(trees("(;B[aa];W[bb]\n(;B[cc])\n(;B[dd])\n"))
    assert isinstance(found[0], Broken)
    assert [shape(t.root) for t in found[1:] if isinstance(t, Tree)] == ["(cc)", "(dd)"]


def test_damage_that_would_be_read_over_and_over_is_given_up() -> None:
    """Looking for games again and again must not take time that grows with the square."""
    found = list(trees("(;B[aa]\n" * (bounds.NESTING - 1)))
    assert all(isinstance(f, Broken) for f in found)
    assert isinstance(found[-1], Broken)
    assert "too damaged" in found[-1].reason
    assert len(found) < 20


def test_many_unclosed_games_with_headings_are_each_refused_in_one_pass() -> None:
    for game in ("(;FF[4];B[aa]\n", "(;FF[4]C[x\n", "(;FF[4];B[aa](;W[bb]"):
        *broken, last = trees(game * 3_000 + "(;FF[4]X[good])")
        assert len(broken) == 3_000
        assert all(isinstance(f, Broken) for f in broken)
        assert isinstance(last, Tree)


def test_a_comment_may_quote_the_heading_of_a_game() -> None:
    for quoted in ("see (;FF[4", "(;FF[4]GM[1])", "(;GM[", "\n(;CA[x"):
        assert only(serialise(SgfNode({"C": [quoted]}))).properties["C"] == [quoted]
