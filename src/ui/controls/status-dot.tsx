import classes from './status-dot.module.css'

export type Status = 'online' | 'offline' | 'unknown' | 'alarm' | 'warning'

/** A status by colour and by shape, with its word for those who do not see it. `hideWord` when the word stands beside it. */
export function StatusDot({ status, word, hideWord }: { status: Status; word: string; hideWord?: boolean }) {
  return (
    <span
      className={classes['dot']}
      data-status={status}
      role={hideWord ? undefined : 'img'}
      aria-label={hideWord ? undefined : word}
      title={word}
    >
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden>
        {status === 'online' && <circle cx="5" cy="5" r="4" fill="currentColor" />}
        {status === 'offline' && (
          <path
            d="M5 1.75a3.25 3.25 0 1 1 0 6.5a3.25 3.25 0 0 1 0-6.5M2.7 7.3l4.6-4.6"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
          />
        )}
        {status === 'unknown' && (
          <circle cx="5" cy="5" r="3.25" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2 1.6" />
        )}
        {status === 'alarm' && <path d="M5 .8 9.6 9.2H.4z" fill="currentColor" />}
        {status === 'warning' && <path d="M5 .6 9.4 5 5 9.4.6 5z" fill="currentColor" />}
      </svg>
    </span>
  )
}
