import type { ReactNode } from 'react'
import { Heading } from './heading.tsx'
import classes from './page.module.css'

/** A page of the frame: a header of 48 px with title, filters and the main action at the right; below it the page scrolls. */
export function Page({
  back,
  title,
  filters,
  action,
  children,
  foot,
}: {
  /** The way to the page that this one belongs to. */
  back?: ReactNode
  title: ReactNode
  filters?: ReactNode
  action?: ReactNode
  children: ReactNode
  foot?: ReactNode
}) {
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        {back}
        <Heading className={classes['title']}>{title}</Heading>
        <div className={classes['filters']}>{filters}</div>
        {action}
      </header>
      <div className={classes['body']}>{children}</div>
      {foot}
    </div>
  )
}
