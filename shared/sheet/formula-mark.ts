/**
 * Where a spreadsheet program may begin a cell: at the start of the text and, as programs part by whichever sign their country has and take
 * quotes for text where none are due, behind each sign that parts cells or rows; blanks and quotes there count for nothing.
 */
const STARTS = String.raw`((?:^|[;\t\r\n])[\s"]*)`
/** What a formula begins with; programs of systems that write Chinese or Japanese take the full-width signs for the plain ones. */
const SIGNS = String.raw`[=+\-@＝＋－＠]`
const formula = new RegExp(`${STARTS}(?=${SIGNS})`, 'g')
const marked = new RegExp(`${STARTS}'(?=${SIGNS})`, 'g')

/** The text with an apostrophe before whatever would be taken for a formula: a name that somebody chose runs nothing. */
export function markFormulas(text: string): string {
  return text.replace(formula, "$1'")
}

/** The text as it was before `markFormulas`. */
export function unmarkFormulas(text: string): string {
  return text.replace(marked, '$1')
}
