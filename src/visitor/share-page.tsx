import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState, type FormEvent } from 'react'
import { codeOf } from '#contract/errors.ts'
import { CallError } from '../data/core/call-error.ts'
import { saveByLink } from '../data/records/save-by-link.ts'
import { LanguageSwitch } from '../ui/page/language-switch.tsx'
import { Mark } from '../ui/page/mark.tsx'
import { ClipPlayer } from '../ui/player/clip-player.tsx'
import { ProofLine } from '../ui/proof/proof-line.tsx'
import { bytesText } from '../ui/text/bytes-text.ts'
import { errorText } from '../ui/text/error-text.ts'
import { namedTimeText } from '../ui/text/named-time.ts'
import { dateTimeText, durationText } from '../ui/text/time-text.ts'
import buttons from '../ui/controls/button.module.css'
import { notePlayed, sharedDownload, useSharedClips, type OneClip } from './shared-clip.ts'
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
  const { data, error, lookAgain, renew } = useSharedClips(shareId, password)
  const isAsked = error instanceof CallError && (error.code === NEEDED || error.code === WRONG)
  const isUnready = error instanceof CallError && error.code === UNREADY
  const count = data?.clips.length ?? 0
  const title = data?.share.title
  const organizationName = brand?.organizationName ?? 'Sightline'
  useEffect(() => {
    document.title = [title, organizationName].filter(Boolean).join(' · ')
  }, [title, organizationName])
  const opened = data && { shareId, password, openingId: data.openingId, lookAgain, renew }
  return (
    <main className={classes['page']}>
      <div className={classes['top']}>
        <div className={classes['brand']}>
          {brand?.logoUrl ? <img src={brand.logoUrl} alt="" /> : <Mark size={28} />}
          <span>{organizationName}</span>
        </div>
        <LanguageSwitch onChoose={(language) => void chooseTexts(language)} />
      </div>
      <header>
        <h1>
          {count > 1 ? (
            <Plural value={count} one="# clip" other="# clips" />
          ) : (
            (title ?? (error !== undefined && !isUnready ? <Trans>This clip cannot be shown</Trans> : <Trans>One moment…</Trans>))
          )}
        </h1>
      </header>
      {error !== undefined && (
        <p role={isUnready ? 'status' : 'alert'} className={isUnready ? classes['facts'] : classes['trouble']}>
          {error instanceof CallError ? errorText(error) : <Trans>Something went wrong. Try again in a moment.</Trans>}
        </p>
      )}
      {isAsked && <PasswordForm onEnter={setPassword} />}
      {data && opened && (
        <>
          {count > 1 ? (
            <Clips clips={data.clips} opened={opened} />
          ) : (
            data.clips.map((clip) => <Film key={clip.clip} clip={clip} opened={opened} />)
          )}
          {data.share.message !== '' && <blockquote>{data.share.message}</blockquote>}
          {count === 1 && <p className={classes['facts']}>{factsOf(data.share, i18n.locale)}</p>}
          <SharedBy share={data.share} />
          {count > 1 ? (
            <div className={classes['files']}>
              <Download opened={opened} clip="all" sizeBytes={data.clips.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)} isBundle />
            </div>
          ) : (
            data.clips.map((clip) => <Files key={clip.clip} clip={clip} opened={opened} />)
          )}
        </>
      )}
    </main>
  )
}

/** A share that was opened, by which all else is asked for. */
interface Opened {
  shareId: string
  password: string | undefined
  openingId: string
  /** Learns whether it has ended. */
  lookAgain: () => Promise<void>
  /** Asks for newer links. */
  renew: () => void
}

/** Several clips, each with what is known of it; the one that is chosen plays. */
function Clips({ clips, opened }: { clips: readonly OneClip[]; opened: Opened }) {
  const { t, i18n } = useLingui()
  const [chosen, setChosen] = useState(clips[0]?.clip)
  const played = clips.find(({ clip }) => clip === chosen)
  return (
    <>
      {played && <Film key={played.clip} clip={played} opened={opened} />}
      <ol className={classes['clips']} aria-label={t`Clips`}>
        {clips.map((one) => {
          const { clip, title } = one
          return (
            <li key={clip}>
              <h2>
                <button type="button" aria-pressed={clip === chosen} aria-label={t`Show “${title}”`} onClick={() => setChosen(clip)}>
                  {title}
                </button>
              </h2>
              <p className={classes['facts']}>{factsOf(one, i18n.locale)}</p>
              <Files clip={one} opened={opened} />
            </li>
          )
        })}
      </ol>
    </>
  )
}

function factsOf({ cameraName, startMs, durationMs }: Pick<OneClip, 'cameraName' | 'startMs' | 'durationMs'>, language: string): string {
  return [cameraName, namedTimeText(startMs, language), durationText(durationMs, language)].join(' · ')
}

function Film({ clip: { clip, video, sizeBytes }, opened }: { clip: OneClip; opened: Opened }) {
  const { i18n } = useLingui()
  const clips = useMemo(
    () =>
      video === undefined ? [] : [{ id: String(clip), name: video.fileName, url: video.url, startMs: video.startMs, endMs: video.endMs }],
    [clip, video],
  )
  return (
    <div
      onPlayCapture={() => notePlayed(opened.shareId, opened.openingId)}
      // A film is cut as soon as its share has ended.
      onErrorCapture={() => void opened.lookAgain()}
    >
      <ClipPlayer
        clips={clips}
        clockOf={(atMs) => namedTimeText(atMs, i18n.locale)}
        onRefused={opened.renew}
        unplayable={<Download opened={opened} clip={clip} sizeBytes={sizeBytes} />}
      />
    </div>
  )
}

/** Whether a clip is what was signed, and its downloads. */
function Files({ clip: { clip, video, proof, sizeBytes }, opened }: { clip: OneClip; opened: Opened }) {
  return (
    <>
      <ProofLine proof={proof} url={video?.url} onRefused={opened.renew} sizeBytes={sizeBytes} />
      <div className={classes['files']}>
        <Download opened={opened} clip={clip} sizeBytes={sizeBytes} />
        {proof && <Download opened={opened} clip={clip} sizeBytes={sizeBytes} isBundle />}
      </div>
    </>
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
  opened: Opened
  clip: number | 'all'
  sizeBytes: number
  /** With its proof, and the page that checks it. */
  isBundle?: boolean
}

function Download({ opened: { shareId, password }, clip, sizeBytes, isBundle = false }: DownloadProps) {
  const { i18n } = useLingui()
  const [trouble, setTrouble] = useState<CallError>()
  const size = bytesText(sizeBytes, i18n.locale)
  async function download() {
    try {
      const link = await sharedDownload(shareId, password, { clip, isBundle })
      setTrouble(undefined)
      saveByLink(link, setTrouble)
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      setTrouble(fault)
    }
  }
  return (
    <p>
      <button type="button" className={buttons['other']} onClick={() => void download()}>
        {clip === 'all' ? (
          <Trans>Download all with their proofs ({size}, .zip)</Trans>
        ) : isBundle ? (
          <Trans>With its proof (.zip)</Trans>
        ) : (
          <Trans>Download ({size})</Trans>
        )}
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
