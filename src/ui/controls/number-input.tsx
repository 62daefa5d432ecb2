/** A field for a number. */
export { NumberInput } from '@mantine/core'
