import classes from './search.module.css'

/** Pictures in the shape of what comes; shown only after 200 ms. */
export function GridSkeleton() {
  return (
    <div className={classes['skeleton']} aria-hidden>
      {Array.from({ length: 12 }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  )
}
