import { lazy, Suspense, type ReactNode } from 'react'
import classes from './drop-zone.module.css'

// Only few pages take files: 8 kB compressed that the others do without.
const DropArea = lazy(() => import('./drop-area.tsx').then(({ DropArea }) => ({ default: DropArea })))

export interface DropZoneProps {
  /** Endings of names, with commas: what the file chooser offers. Anything can be dropped: whether it will do is for `onFile` to say. */
  accept: string
  /** What the file is for. */
  label: string
  /** On the button that opens the file chooser. */
  button: ReactNode
  isDisabled?: boolean
  onFile: (file: File) => void
  /** What the file can be dropped on, too. */
  children?: ReactNode
}

/** Takes a file: dropped on it, or chosen by its button. The same file can be chosen twice in a row. */
export function DropZone(props: DropZoneProps) {
  return (
    <Suspense fallback={<div className={classes['zone']} aria-busy />}>
      <DropArea {...props} />
    </Suspense>
  )
}
