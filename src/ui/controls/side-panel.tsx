import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import classes from './side-panel.module.css'

interface SidePanelProps {
  title: ReactNode
  /** What can be done with it. */
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** What is known of one thing of a list, in a panel at the side, so that the list stays. */
export function SidePanel({ title, actions, onClose, children }: SidePanelProps) {
  return (
    <Dialog title={title} onClose={onClose} isPanel isSlim>
      <div className={classes['body']}>
        {children}
        {actions && <div className={classes['actions']}>{actions}</div>}
      </div>
    </Dialog>
  )
}
