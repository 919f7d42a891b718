import { catalogue } from "./catalogue";

export const exam = catalogue({
  title: ["Exam", "檢定"],
});
