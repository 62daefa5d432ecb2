import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { licenceQuery } from '../../../data/organization/licence.ts'
import classes from './adding.module.css'

/** How many cameras more the organization may have: said before anything is added. */
export function LicenceRoom() {
  const { i18n } = useLingui()
  const { data } = useQuery({ ...licenceQuery, meta: { isQuiet: true } })
  if (data === undefined) return null
  const { cameras, covered } = data.coverage
  const room = covered - cameras
  const [used, all] = [i18n.number(cameras), i18n.number(covered)]
  if (room > 0) {
    return (
      <p className={classes['hint']}>
        <Trans>
          {used} of {all} cameras of your licence are in use.
        </Trans>{' '}
        <Plural value={room} one="There is room for # more." other="There is room for # more." />
      </p>
    )
  }
  return (
    <p className={classes['warning']} role="note">
      <Trans>All {all} cameras of your licence are in use. Recorders and cameras can only be added once there is room; see Services.</Trans>
    </p>
  )
}
