import type { ReactNode } from 'react'
import classes from './settings.module.css'

/** A group of settings under a heading, with a sentence on what they are for. */
export function SettingsSection({ title, intro, children }: { title: ReactNode; intro?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes['section']}>
      <h2>{title}</h2>
      {intro && <p className={classes['intro']}>{intro}</p>}
      {children}
    </section>
  )
}

/** The lines of a section. */
export function SettingsRows({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={classes['rows']} aria-label={label}>
      {children}
    </ul>
  )
}

/** One setting: what it is and how it stands at the left, what can be done about it at the right. */
export function SettingsRow({ name, text, children }: { name: ReactNode; text?: ReactNode; children?: ReactNode }) {
  return (
    <li className={classes['row']}>
      <div className={classes['what']}>
        <div className={classes['name']}>{name}</div>
        {text && <p className={classes['text']}>{text}</p>}
      </div>
      {children && <div className={classes['control']}>{children}</div>}
    </li>
  )
}
