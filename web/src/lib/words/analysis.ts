import { catalogue } from "./catalogue";

export const analysis = catalogue({
  title: ["Analysis", "研究"],
});
