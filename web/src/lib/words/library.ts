import { catalogue } from "./catalogue";

export const library = catalogue({
  title: ["Library", "棋譜庫"],
});
