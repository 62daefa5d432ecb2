import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { KeptKind } from '../../data/app/storage.ts'
import { Button } from '../../ui/controls/button.tsx'
import { bytesText } from '../../ui/text/bytes-text.ts'
import { SettingsRow } from '../../ui/page/settings.tsx'
import settings from '../../ui/page/settings.module.css'
import { ClearQuestion } from './clear-question.tsx'
import { keptTexts } from './kept-texts.ts'

/** One kind of what is kept: how many, how large, and a press to clear it. */
export function KeptRow({ kind, count, bytes }: { kind: KeptKind; count: number; bytes: number }) {
  const { t, i18n } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const name = i18n._(keptTexts[kind].name)
  const size = bytesText(bytes, i18n.locale)
  return (
    <SettingsRow name={name} text={i18n._(keptTexts[kind].what)}>
      <span className="sl-figures">
        {count === 0 ? <Trans>Nothing</Trans> : <Plural value={count} one={`# item, ${size}`} other={`# items, ${size}`} />}
      </span>
      {kind === 'unsent' && count > 0 && (
        <Link to="/outbox" className={settings['go']}>
          <Trans>Look at them</Trans>
        </Link>
      )}
      {count > 0 && (
        <Button variant="default" aria-label={kind === 'app' ? undefined : t`Clear: ${name}`} onClick={() => setAsking(true)}>
          {kind === 'app' ? <Trans>Fetch anew</Trans> : <Trans>Clear</Trans>}
        </Button>
      )}
      {isAsking && <ClearQuestion kind={kind} count={count} onClose={() => setAsking(false)} />}
    </SettingsRow>
  )
}
