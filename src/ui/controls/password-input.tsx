import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'

/** A field for a password, with the eye that shows it. */
export { PasswordInput } from '@mantine/core'
