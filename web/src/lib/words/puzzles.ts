import { catalogue } from "./catalogue";

export const puzzles = catalogue({
  title: ["Puzzles", "題目"],
});
