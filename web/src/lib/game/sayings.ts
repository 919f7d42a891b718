// What a game says about itself: who sits, whose turn it is, how it ended.

import { games } from "../games.svelte";
import type { PlayedGame, Position, Result, Seat } from "../client/shapes";
import { board } from "../words/board";
import { spoken } from "../words/catalogue";
import { play } from "../words/play";

/** Behind the name of a computer that shall think from its first turn on. */
export const NO_BOOK = "/no-book";

export function seatName(seat: Pick<Seat, "kind" | "name" | "computer" | "you">, game: string): string {
  if (seat.kind === "computer") return computerName(seat.computer ?? "", game);
  if (seat.kind === "open") return play("nobody");
  if (seat.kind === "left") return seat.name || play("left");
  if (seat.you) return seat.name ? play("youNamed", { name: seat.name }) : play("you");
  return seat.name || play("person");
}

export function computerName(computer: string, game: string): string {
  if (computer.endsWith(NO_BOOK)) return play("noBook", { name: computerName(computer.slice(0, -NO_BOOK.length), game) });
  const names = games.get(game)?.computers.find((known) => known.id === computer)?.names;
  const name = (names && spoken(names)) || computer;
  const number = /^level:(\d+)$/.exec(computer)?.[1];
  return number ? play("levelOf", { number, name }) : name;
}

type Named = Pick<Position, "player_names"> & Partial<Pick<Position, "sides" | "ending">>;

export const colourName = (position: Named, player: number): string =>
  position.sides?.[player] ?? board.of("colour", position.player_names[player] ?? "");

/** The stone of this turn that comes next, and how many it has. */
function stoneOf(position: Position, placed: number): { number: number; count: number } {
  const open = position.turns.at(-1);
  const made = open && !open.complete ? open.moves.length : 0;
  const count = made + position.moves_left;
  return { number: Math.min(made + placed + 1, count), count };
}

/** "Black to move", or "White to move: stone 2 of 2". */
export function turnName(position: Position, placed = 0): string {
  if (position.to_move === null) return play("othersAsked");
  if (position.to_move < 0) return play("chanceMoves");
  const side = colourName(position, position.to_move);
  const stone = stoneOf(position, placed);
  return stone.count > 1 ? board("turn.left", { side, ...stone }) : board("turn.one", { side });
}

/** The same, said to whoever is to move. */
export function yourTurnName(position: Position, placed = 0): string {
  const stone = stoneOf(position, placed);
  if (stone.count > 1) return play("yourStone", stone);
  if (position.to_move === null || position.to_move < 0) return play("yourTurn");
  const side = colourName(position, position.to_move);
  return position.moves.length ? play("yourTurn") : play("youAre", { side });
}

/** "White: m6, k8": what the others played since this person's last turn; empty where nothing. */
export function answerName(position: Position, you: readonly number[]): string {
  const others: { player: number; names: string[] }[] = [];
  for (const turn of [...position.turns].reverse()) {
    if (!turn.complete) continue;
    if (you.includes(turn.player)) break;
    if (turn.player < 0) continue; // what chance did is seen on the board
    if (others[0]?.player === turn.player) others[0].names.unshift(...turn.names);
    else others.unshift({ player: turn.player, names: [...turn.names] });
  }
  return others
    .map(({ player, names }) => play("answered", { side: colourName(position, player), moves: names.join(", ") }))
    .join("; ");
}

export function resultName(position: Named, result: Result, you: readonly number[] = []): string {
  const ours = result.reason === "resigned" || result.reason === "time";
  const why = (!ours && position.ending) || play.of("reason", result.reason);
  if (result.winner === null) return play("result", { head: board("draw"), why });
  const alone = you.length === 1;
  const head = alone
    ? play(you.includes(result.winner) ? "youWin" : "youLose")
    : board("wins", { side: colourName(position, result.winner) });
  return play("result", { head, why });
}

export const yourSeats = (game: PlayedGame): number[] => game.seats.filter((s) => s.you).map((s) => s.number);
