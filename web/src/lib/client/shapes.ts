// Names for the shapes that several pages use.

import type { components } from "./schema";

type Schemas = components["schemas"];
export type GameInfo = Schemas["GameAnswer"];
export type PositionQuery = Schemas["PositionQuery"];
export type Turn = Schemas["TurnAnswer"];
export type Seat = Schemas["SeatAnswer"];
export type Result = Schemas["ResultAnswer"];
export type PlayedGame = Schemas["PlayAnswer"];
export type PlaySummary = Schemas["PlaySummary"];
export type Position = Schemas["PositionAnswer"];
// What a picture is made of; the server's kikashi.drawing.scene says what each part means.
export type Scene = Schemas["Scene"];
export type Point = Schemas["Point"];
export type Stone = Schemas["Stone"];
export type Mark = Schemas["Mark"];
export type Trail = Schemas["Trail"];
export type Choice = Schemas["Choice"];
export type Face = Schemas["Face"];
export type Tray = Schemas["Tray"];
export type Item = Schemas["Item"];
export type TableSeat = Schemas["Seat"];
