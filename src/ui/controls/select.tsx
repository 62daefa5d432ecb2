/** A choice of one among few, the browser's own list: telephones have a wheel for it, and it can be typed into. */
export { NativeSelect as Select } from '@mantine/core'
