/** A text field with label and error. `Field` is the same for pages that do without the kit: what is native of both has one name. */
export { TextInput } from '@mantine/core'
