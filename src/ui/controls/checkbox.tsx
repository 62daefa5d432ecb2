import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'

/** A box to check, with its label. */
export { Checkbox } from '@mantine/core'
