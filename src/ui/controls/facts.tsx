import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** What is known of a thing: names at the left, and beside each what it is. Without it a fact is left out. */
export function Facts({ facts }: { facts: readonly { name: ReactNode; value: ReactNode; isFigures?: boolean }[] }) {
  return (
    <dl className={classes['facts']}>
      {facts.map(
        ({ name, value, isFigures }, index) =>
          value !== undefined && (
            <div key={index}>
              <dt>{name}</dt>
              <dd className={isFigures ? 'sl-figures' : undefined}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
