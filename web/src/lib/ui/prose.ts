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
  | { kind: "board"; options: Record<string, string>; moves: string[]; caption: string };

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
  const flush = () => {
    if (paragraph.length) found.push({ kind: "paragraph", spans: spans(join(paragraph)) });
    if (items.length) found.push({ kind: "list", ordered, items: items.map(spans) });
    paragraph = [];
    items = [];
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

/** A board that rules show: `-o name=value` lines, the moves that lead to it, and a caption. */
function boardOf(lines: readonly string[]): Block {
  const options: Record<string, string> = {};
  const rest = lines.filter((line) => {
    const option = /^-o (\w+)=(.*)$/.exec(line);
    if (option) options[option[1] ?? ""] = option[2] ?? "";
    return !option;
  });
  const [moves = "", ...caption] = rest;
  return { kind: "board", options, moves: moves.split(/\s+/).filter(Boolean), caption: caption.join(" ") };
}

/** Lines of one paragraph: a space between words, none between Chinese characters. */
function join(lines: string[]): string {
  return lines.reduce((all, line) =>
    /[\u3000-\u9fff\uff00-\uffef]$/.test(all) || /^[\u3000-\u9fff\uff00-\uffef]/.test(line)
      ? all + line
      : `${all} ${line}`,
  );
}
