/** A text field of several lines. */
export { Textarea } from '@mantine/core'
