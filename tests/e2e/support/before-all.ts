import { shareDemonstration } from '#tests/support/stack.ts'

/** Runs once before all browser tests; what it answers with runs after them. */
export default shareDemonstration
