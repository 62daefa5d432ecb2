import { PasswordInput as MantinePasswordInput, type PasswordInputProps } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'

/** A field for a password, with the eye that shows it. */
export function PasswordInput({ error, ...props }: PasswordInputProps) {
  // The library's own says it to the eye alone.
  return <MantinePasswordInput aria-invalid={error ? true : undefined} error={error} {...props} />
}
