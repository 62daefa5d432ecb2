import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { brandingQuery } from '../../data/branding.ts'
import { coreState } from '../../data/core.ts'
import { errorText } from '../../ui/error-text.ts'
import { Mark } from '../../ui/mark.tsx'
import { Backdrop } from './backdrop.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { SignInForm } from './sign-in-form.tsx'
import classes from './sign-in.module.css'

/** Signs in, and then goes to `to`, a path of this app. Another tab's sign-in counts too. */
export function SignInPage({ to }: { to?: string }) {
  const router = useRouter()
  const { session, isServiceReachable } = useSnapshot(coreState)
  const { data: branding } = useQuery(brandingQuery)
  const isIn = session.kind === 'signed-in'
  useEffect(() => {
    if (isIn) void router.navigate({ href: to ?? '/live', replace: true })
  }, [isIn, router, to])

  const reason = session.kind === 'signed-out' ? session.code : undefined
  return (
    <div className={classes['page']}>
      <main className={classes['panel']}>
        <div className={classes['top']}>
          {branding?.logoUrl ? <img className={classes['logo']} src={branding.logoUrl} alt={branding.productName} /> : <Mark size={28} />}
          <LanguageSwitch />
        </div>
        <div className={classes['middle']}>
          <h1 className={classes['title']}>{branding?.productName ?? 'Sightline'}</h1>
          <p className={classes['subtitle']}>
            <Trans>Sign in to watch your sites.</Trans>
          </p>
          {reason !== undefined && (
            <p className={classes['reason']} role="status">
              {errorText({ code: reason })}
            </p>
          )}
          {!isServiceReachable && (
            <p className={classes['offline']} role="status">
              <Trans>The service cannot be reached. What you type stays here; try again when the network is back.</Trans>
            </p>
          )}
          <SignInForm />
        </div>
      </main>
      <div className={classes['scene']} aria-hidden>
        {branding?.backgroundUrl ? <img src={branding.backgroundUrl} alt="" /> : <Backdrop />}
      </div>
    </div>
  )
}
