import type { ReactNode } from 'react'
import { DrawingOf, type Drawing } from '../page/drawings.tsx'
import { Heading } from '../page/heading.tsx'
import classes from './notice.module.css'

/** What a place says when it is empty, lost or failed: a drawing, one sentence, one next step. */
export function Notice({
  drawing,
  title,
  isPage,
  children,
  step,
}: {
  drawing: Drawing
  title: ReactNode
  /** When it is all that there is of the page. */
  isPage?: boolean
  children?: ReactNode
  step?: ReactNode
}) {
  return (
    <div className={classes['notice']}>
      <DrawingOf what={drawing} />
      {isPage ? <Heading className={classes['title']}>{title}</Heading> : <p className={classes['title']}>{title}</p>}
      {children && <p className={classes['text']}>{children}</p>}
      {step && <div className={classes['step']}>{step}</div>}
    </div>
  )
}
