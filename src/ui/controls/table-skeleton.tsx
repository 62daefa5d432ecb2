import classes from './table-skeleton.module.css'

/** Rows in the shape of what comes; shown only after 200 ms. */
export function TableSkeleton() {
  return (
    <div className={classes['skeleton']} aria-hidden>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index}>
          <span style={{ width: `${16 + ((index * 7) % 11)}%` }} />
          <span style={{ width: '8%' }} />
          <span style={{ width: `${10 + ((index * 5) % 8)}%` }} />
          <span style={{ width: '14%' }} />
        </div>
      ))}
    </div>
  )
}
