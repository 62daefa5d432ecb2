import { Link } from '@tanstack/react-router'
import classes from './plate-link.module.css'

/** A plate as the way to all its passes. */
export function PlateLink({ plate }: { plate: string }) {
  return (
    <Link to="/vehicle" search={{ plate }} className={`${classes['link']} sl-figures`}>
      {plate}
    </Link>
  )
}
