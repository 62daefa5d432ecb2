/** A button of the kit: `variant="default"` beside the main one, `loading` while it works. */
export { Button, type ButtonProps } from '@mantine/core'
