import { Trans, useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { Branding } from '#contract/calls/user/branding.ts'
import { accentOf, dark, light } from '../../ui/theme/theme.ts'
import { Mark } from '../../ui/page/mark.tsx'
import classes from './organization.module.css'

/** The sign-in page in small, in both themes, as it will look; the colour is made readable as it is in the app. */
export function BrandingPreview({ branding }: { branding: Branding }) {
  const { t } = useLingui()
  return (
    <div className={classes['preview']} role="group" aria-label={t`Preview`}>
      {[light, dark].map((tokens) => (
        <Small key={tokens.ground} tokens={tokens} branding={branding} />
      ))}
    </div>
  )
}

function Small({ tokens, branding }: { tokens: typeof dark; branding: Branding }) {
  const { productName, pageTitle, accentColor, logoUrl, backgroundUrl, faviconUrl } = branding
  const { accent, 'accent-ink': ink } = accentOf(tokens, accentColor)
  const colors = { background: tokens.ground, color: tokens.text, borderColor: tokens.line }
  const button: CSSProperties = { background: accent, color: ink }
  return (
    <div className={classes['small']} style={colors}>
      <div className={classes['tab']} style={{ background: tokens.surface, borderColor: tokens.line }}>
        {faviconUrl ? <img src={faviconUrl} alt="" width="14" height="14" /> : <Mark size={14} />}
        <span>{pageTitle}</span>
      </div>
      <div className={classes['scene']}>
        <div className={classes['panel']}>
          {logoUrl ? <img src={logoUrl} alt="" /> : <Mark size={20} />}
          <strong>{productName}</strong>
          <span className={classes['button']} style={button}>
            <Trans>Sign in</Trans>
          </span>
        </div>
        <div className={classes['background']} style={{ background: tokens.hover }}>
          {backgroundUrl && <img src={backgroundUrl} alt="" />}
        </div>
      </div>
    </div>
  )
}
