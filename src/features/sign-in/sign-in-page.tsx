import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { brandingQuery } from '../../data/organization/branding.ts'
import { coreState } from '../../data/core/core.ts'
import { dismissNotice, useMaintenance } from '../../data/app/maintenance.ts'
import { Entrance } from '../../ui/page/entrance.tsx'
import classes from '../../ui/page/entrance.module.css'
import { errorText } from '../../ui/text/error-text.ts'
import { MaintenanceWords } from '../../ui/notice/maintenance-notice.tsx'
import { hrefOf } from '../../lib/path-within.ts'
import { SignInForm } from './sign-in-form.tsx'

const ResetPassword = lazy(() => import('./reset-password.tsx').then(({ ResetPassword }) => ({ default: ResetPassword })))

interface Search {
  /** Where the person wanted to go, a path of this app. */
  to?: string | undefined
  /** A name to begin with. */
  userId?: string | undefined
  /** The password is forgotten: a new one is to be chosen. */
  forgot?: boolean | undefined
}

/** Signs in, and then goes to where the person wanted. Another tab's sign-in counts too. */
export function SignInPage({ to, userId, forgot: isForgotten }: Search) {
  const { t } = useLingui()
  const router = useRouter()
  const { session } = useSnapshot(coreState)
  const { data: branding } = useQuery(brandingQuery)
  const isIn = session.kind === 'signed-in'
  useEffect(() => {
    if (isIn) void router.navigate({ href: hrefOf(to ?? '/live'), replace: true })
  }, [isIn, router, to])

  if (isForgotten)
    return (
      <Entrance brand={branding} title={<Trans>Choose a new password</Trans>}>
        <Maintenance />
        <OfflineLine />
        <Suspense>
          <ResetPassword
            userId={userId}
            onDone={(name) => void router.navigate({ to: '/login', search: { to, userId: name }, replace: true })}
          />
        </Suspense>
        <Ways>
          <Link className={classes['way']} to="/login" search={{ to, userId }}>
            <Trans>Back to sign-in</Trans>
          </Link>
        </Ways>
      </Entrance>
    )
  const reason = session.kind === 'signed-out' ? session.code : undefined
  return (
    <Entrance brand={branding} title={branding?.productName ?? 'Sightline'} pageName={t`Sign in`}>
      <p className={classes['subtitle']}>
        <Trans>Sign in to watch your sites.</Trans>
      </p>
      {reason !== undefined && (
        <p className={classes['reason']} role="status">
          {errorText({ code: reason })}
        </p>
      )}
      <Maintenance />
      <OfflineLine />
      <SignInForm userId={userId} />
      <Ways>
        <Link className={classes['way']} to="/login" search={{ to, userId, forgot: true }}>
          <Trans>Forgot the password?</Trans>
        </Link>
        <Link className={classes['way']} to="/signup">
          <Trans>Register an organization</Trans>
        </Link>
      </Ways>
    </Entrance>
  )
}

function Maintenance() {
  const { clockOffsetMs } = useSnapshot(coreState)
  return (
    <MaintenanceWords
      notice={useMaintenance()}
      clockOffsetMs={clockOffsetMs}
      className={classes['maintenance']}
      onDismiss={dismissNotice}
    />
  )
}

function OfflineLine() {
  const { isServiceReachable } = useSnapshot(coreState)
  if (isServiceReachable) return null
  return (
    <p className={classes['offline']} role="status">
      <Trans>The service cannot be reached. What you type stays here; try again when the network is back.</Trans>
    </p>
  )
}

function Ways({ children }: { children: ReactNode }) {
  return <p className={classes['ways']}>{children}</p>
}
