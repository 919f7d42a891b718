// The rules are Markdown; this reads the little of it that they use, into plain data.
// Nothing becomes HTML by itself, so a text can never bring a tag with it.

export interface Span {
  text: string;
  kind: "plain" | "strong" | "code";
}

export type Block =
  | { kind: "heading"; level: number; spans: Span[] }
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "list"; ordered: boolean; items: Span[][] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] }
  | Shown;

/** A board that rules show: the rule options, where it starts, the moves that lead to it, cells pointed at. */
export interface Shown {
  kind: "board";
  options: Record<string, string>;
  start: string;
  moves: string[];
  marked: string[];
  caption: string;
}

export function spans(text: string): Span[] {
  const found: Span[] = [];
  for (const part of text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/)) {
    if (!part) continue;
    if (part.length > 4 && part.startsWith("**")) {
      found.push({ kind: "strong", text: part.slice(2, -2) });
    } else if (part.length > 2 && part.startsWith("*") && part.endsWith("*")) {
      found.push({ kind: "strong", text: part.slice(1, -1) });
    } else if (part.length > 2 && part.startsWith("`")) {
      found.push({ kind: "code", text: part.slice(1, -1) });
    } else found.push({ kind: "plain", text: part });
  }
  return found;
}

const ITEM = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/;

export function blocks(markdown: string): Block[] {
  const found: Block[] = [];
  let items: string[] = [];
  let ordered = false;
  let paragraph: string[] = [];
  let table: string[] = [];
  const flush = () => {
    if (paragraph.length) found.push({ kind: "paragraph", spans: spans(join(paragraph)) });
    if (items.length) found.push({ kind: "list", ordered, items: items.map(spans) });
    if (table.length) found.push(tableOf(table));
    paragraph = [];
    items = [];
    table = [];
  };
  let fenced: string[] | null = null;
  for (const line of markdown.split(/\r?\n/)) {
    if (fenced) {
      if (line.startsWith("```")) {
        found.push(boardOf(fenced));
        fenced = null;
      } else fenced.push(line);
      continue;
    }
    if (line.trim() === "```board") {
      flush();
      fenced = [];
      continue;
    }
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    const item = ITEM.exec(line);
    if (!line.trim()) flush();
    else if (heading) {
      flush();
      found.push({
        kind: "heading",
        level: heading[1]?.length ?? 1,
        spans: spans(heading[2] ?? ""),
      });
    } else if (line.startsWith("|")) {
      if (!table.length) flush();
      table.push(line);
    } else if (item) {
      if (paragraph.length) flush();
      ordered = item[1] !== undefined;
      items.push(item[2] ?? "");
    } else if (items.length) items.push(join([items.pop() ?? "", line.trim()]));
    else paragraph.push(line.trim());
  }
  flush();
  return found;
}

const words = (text: string) => text.split(/\s+/).filter(Boolean);

/** `-o name=value` lines, `from` a position, `mark` cells; then the moves, and a caption. */
function boardOf(lines: readonly string[]): Block {
  const found: Shown = { kind: "board", options: {}, start: "", moves: [], marked: [], caption: "" };
  const rest = lines.filter((line) => {
    const said = /^(?:-o (\w+)=|(from|mark) )(.*)$/.exec(line);
    const value = said?.[3] ?? "";
    if (said?.[1]) found.options[said[1]] = value;
    else if (said?.[2] === "from") found.start = value;
    else if (said) found.marked = words(value);
    return !said;
  });
  const [moves = "", ...caption] = rest;
  return { ...found, moves: words(moves), caption: caption.join(" ") };
}

/** The cells of a line of a table. */
const cells = (line: string): Span[][] =>
  line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => spans(cell.trim()));

function tableOf(lines: readonly string[]): Block {
  const [head = "", , ...rows] = lines;
  return { kind: "table", head: cells(head), rows: rows.map(cells) };
}

/** Lines of one paragraph: a space between words, none between Chinese characters. */
function join(lines: string[]): string {
  return lines.reduce((all, line) =>
    /[\u3000-\u9fff\uff00-\uffef]$/.test(all) || /^[\u3000-\u9fff\uff00-\uffef]/.test(line)
      ? all + line
      : `${all} ${line}`,
  );
}
