import { Stack } from '#tests/support/stack.ts'
process.env.NODE_OPTIONS = '--cpu-prof --cpu-prof-dir=/tmp/prof'
const stack = await Stack.start([])
await stack.close()
process.exit(0)
