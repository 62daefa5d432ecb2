import { Questions } from '../overview/questions.tsx'
import classes from './purchase.module.css'

/** What is asked before one buys, with its answers: at the right of a wide page, else below. */
export function Explanation() {
  return (
    <div className={classes['explanation']}>
      <Questions />
    </div>
  )
}
