import type { ReactNode } from 'react'
import classes from './sub-nav.module.css'

/** The pages that belong together, as a row of links below the header. */
export function SubNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={classes['nav']} aria-label={label}>
      {children}
    </nav>
  )
}
