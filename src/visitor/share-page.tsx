import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState, type FormEvent } from 'react'
import { languages } from '#contract/enums.ts'
import { codeOf } from '#contract/errors.ts'
import { CallError } from '../data/core/call-error.ts'
import { Mark } from '../ui/page/mark.tsx'
import { ClipPlayer } from '../ui/player/clip-player.tsx'
import { ProofLine } from '../ui/proof/proof-line.tsx'
import { bytesText } from '../ui/text/bytes-text.ts'
import { errorText } from '../ui/text/error-text.ts'
import { languageNames } from '../ui/text/language-names.ts'
import { dateTimeText, durationText } from '../ui/text/time-text.ts'
import buttons from '../ui/controls/button.module.css'
import { notePlayed, sharedDownload, useSharedClip } from './shared-clip.ts'
import { chooseTexts } from './texts.ts'
import classes from './share-page.module.css'

const NEEDED = codeOf('share-password-needed')
const WRONG = codeOf('share-password-wrong')
const UNREADY = codeOf('share-unready')

interface SharePageProps {
  shareId: string
  /** Whose page it is. */
  brand: { organizationName: string; logoUrl: string | null } | undefined
}

/** A shared archive, for whoever has its link: no session, no menu, and nothing said of the organization but how it presents itself. */
export function SharePage({ shareId, brand }: SharePageProps) {
  const { i18n } = useLingui()
  const [password, setPassword] = useState<string>()
  const { data, error } = useSharedClip(shareId, password)
  const isAsked = error instanceof CallError && (error.code === NEEDED || error.code === WRONG)
  const isUnready = error instanceof CallError && error.code === UNREADY
  const clips = useMemo(
    () => data?.videos.map(({ url, fileName, startMs, endMs }) => ({ id: url, name: fileName, url, startMs, endMs })) ?? [],
    [data],
  )
  const title = data?.share.title
  const organizationName = brand?.organizationName ?? 'Sightline'
  useEffect(() => {
    document.title = [title, organizationName].filter(Boolean).join(' · ')
  }, [title, organizationName])
  return (
    <main className={classes['page']}>
      <div className={classes['top']}>
        <div className={classes['brand']}>
          {brand?.logoUrl ? <img src={brand.logoUrl} alt="" /> : <Mark size={28} />}
          <span>{organizationName}</span>
        </div>
        <Languages />
      </div>
      <header>
        <h1>{title ?? (error !== undefined && !isUnready ? <Trans>This clip cannot be shown</Trans> : <Trans>One moment…</Trans>)}</h1>
      </header>
      {error !== undefined && (
        <p role={isUnready ? 'status' : 'alert'} className={isUnready ? classes['facts'] : classes['trouble']}>
          {error instanceof CallError ? errorText(error) : <Trans>Something went wrong. Try again in a moment.</Trans>}
        </p>
      )}
      {isAsked && <PasswordForm onEnter={setPassword} />}
      {data && (
        <>
          <div onPlayCapture={() => notePlayed(shareId, data.openingId)}>
            <ClipPlayer
              clips={clips}
              clockOf={(atMs) => dateTimeText(atMs, i18n.locale)}
              unplayable={<Download shareId={shareId} password={password} sizeBytes={data.share.sizeBytes} />}
            />
          </div>
          {data.share.message !== '' && <blockquote>{data.share.message}</blockquote>}
          <p className={classes['facts']}>
            {data.share.cameraName} · {dateTimeText(data.share.startMs, i18n.locale)} · {durationText(data.share.durationMs, i18n.locale)}
          </p>
          <SharedBy share={data.share} />
          <ProofLine proof={data.proof} url={data.videos[0]?.url} sizeBytes={data.share.sizeBytes} />
          <div className={classes['files']}>
            <Download shareId={shareId} password={password} sizeBytes={data.share.sizeBytes} />
            {data.proof && <Download shareId={shareId} password={password} sizeBytes={data.share.sizeBytes} isBundle />}
          </div>
        </>
      )}
    </main>
  )
}

function Languages() {
  const { t, i18n } = useLingui()
  return (
    <div className={classes['languages']} role="group" aria-label={t`Language`}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.locale === language}
          onClick={() => void chooseTexts(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </div>
  )
}

function SharedBy({ share: { sharedBy, expiresAtMs } }: { share: { sharedBy: string; expiresAtMs: number | null } }) {
  const { i18n } = useLingui()
  const until = expiresAtMs === null ? undefined : dateTimeText(expiresAtMs, i18n.locale)
  return (
    <p className={classes['facts']}>
      <Trans>Shared by {sharedBy}</Trans>
      {until !== undefined && (
        <>
          {' · '}
          <Trans>can be opened until {until}</Trans>
        </>
      )}
    </p>
  )
}

interface DownloadProps {
  shareId: string
  password: string | undefined
  sizeBytes: number
  /** With its proof, and the page that checks it. */
  isBundle?: boolean
}

function Download({ shareId, password, sizeBytes, isBundle = false }: DownloadProps) {
  const { i18n } = useLingui()
  const [trouble, setTrouble] = useState<CallError>()
  const size = bytesText(sizeBytes, i18n.locale)
  async function download() {
    try {
      const { url, fileName } = await sharedDownload(shareId, password, isBundle)
      const link = document.createElement('a')
      link.href = url
      link.download = fileName
      link.click()
      setTrouble(undefined)
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      setTrouble(fault)
    }
  }
  return (
    <p>
      <button type="button" className={buttons['other']} onClick={() => void download()}>
        {isBundle ? <Trans>With its proof (.zip)</Trans> : <Trans>Download ({size})</Trans>}
      </button>
      {trouble && (
        <span role="alert" className={classes['trouble']}>
          {errorText(trouble)}
        </span>
      )}
    </p>
  )
}

/** Without more than the browser has: this page is small. */
function PasswordForm({ onEnter }: { onEnter: (password: string) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed !== '') onEnter(typed)
  }
  return (
    <form className={classes['password']} onSubmit={submit}>
      <label>
        {t`Password`}
        <input type="password" autoComplete="off" autoFocus value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <button type="submit" className={buttons['main']}>
        <Trans>Open the clip</Trans>
      </button>
    </form>
  )
}
