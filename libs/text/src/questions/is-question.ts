const QUESTION_MARK = /[?？؟]\s*$/u;
/** English questions begin with what they ask for, or with a verb that stands before its subject. */
const BEGINS_AS_QUESTION =
  /^\s*(what|who|whom|whose|which|when|where|why|how|is|are|was|were|am|do|does|did|can|could|should|shall|will|would|may|might|must|has|have|had|define)\b/i;

/** Whether a query is put as a question, with or without its mark: "how long do eels live". */
export function isQuestion(query: string): boolean {
  return QUESTION_MARK.test(query) || BEGINS_AS_QUESTION.test(query);
}
