import { Plural, Trans, useLingui } from '@lingui/react/macro'
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import IconShieldX from '@tabler/icons-react/dist/esm/icons/IconShieldX.mjs'
import { useEffect, useState } from 'react'
import { fingerprintOf, type Chain, type PublicKey, type Signed } from '#shared/proof/statements.ts'
import buttons from '../controls/button.module.css'
import { bytesText } from '../text/bytes-text.ts'
import { namedTimeText } from '../text/named-time.ts'
import { dateTimeText } from '../text/time-text.ts'
import { useCheck, type Check } from './use-check.ts'
import classes from './proof-line.module.css'

/** What is larger is checked when somebody asks: it is loaded once more for it. */
const MOST_UNASKED_BYTES = 32 * 1024 ** 2
const icon = { size: 20, stroke: 1.5, 'aria-hidden': true }

interface ProofProps {
  /** Undefined while it is on its way. */
  proof: { statements: Signed[]; keys: PublicKey[] } | undefined
  /** Where the file is loaded. */
  url: string | undefined
  /** Hears that this link is good no more: it is checked by the newer one. */
  onRefused?: () => void
  sizeBytes: number
  /** By whose clocks it is told when it was recorded; this machine's unless given. */
  zone?: string | undefined
}

/** Whether a file is what was signed when it was made, found out in this browser; by whom, when, and with which key. */
export function ProofLine({ proof, url, onRefused, sizeBytes, zone }: ProofProps) {
  const { t, i18n } = useLingui()
  const [isAsked, setAsked] = useState(sizeBytes <= MOST_UNASKED_BYTES)
  const check = useCheck({ proof, url, onRefused }, isAsked)
  const size = bytesText(sizeBytes, i18n.locale)
  return (
    <section className={classes['proof']} data-state={check.state} aria-label={t`Proof`}>
      {check.state === 'waiting' && !isAsked ? (
        <button type="button" className={buttons['other']} onClick={() => setAsked(true)}>
          <Trans>Check whether it is untouched ({size})</Trans>
        </button>
      ) : (
        <>
          <p role="status">
            {check.state === 'intact' && <IconShieldCheck {...icon} />}
            {(check.state === 'changed' || check.state === 'doubted') && <IconShieldX {...icon} />}
            <Verdict check={check} />
          </p>
          {'chain' in check && <Signer chain={check.chain} zone={zone} />}
        </>
      )}
    </section>
  )
}

function Verdict({ check }: { check: Check }) {
  if (check.state === 'intact') return <Trans>Verified: every byte is as it was signed</Trans>
  if (check.state === 'changed') {
    const bytes = check.changed.reduce((sum, { fromByte, toByte }) => sum + toByte - fromByte, 0)
    return <Plural value={bytes} one="Changed: one byte is not as it was signed" other="Changed: # bytes are not as they were signed" />
  }
  if (check.state === 'doubted')
    return check.trouble === 'unsupported' ? (
      <Trans>This browser cannot check signatures. A newer one can.</Trans>
    ) : (
      <Trans>What was signed about this clip cannot be believed.</Trans>
    )
  if (check.state === 'unreachable') return <Trans>It could not be checked, since the clip could not be loaded.</Trans>
  const percent = check.state === 'checking' ? check.percent : 0
  return <Trans>Checking whether it is untouched… {percent} %</Trans>
}

function Signer({ chain, zone }: { chain: Chain; zone: string | undefined }) {
  const { i18n } = useLingui()
  const { newest, statements, keys } = chain
  const first = statements[0] ?? newest
  const { by, organization } = first
  const at = dateTimeText(first.atMs, i18n.locale)
  const [from, until] = [newest.range.fromMs, newest.range.toMs].map((atMs) => namedTimeText(atMs, i18n.locale, zone))
  const { camera, sn, channel } = newest.device
  const number = channel + 1
  return (
    <details>
      <summary>
        {first.change === 'redacted' ? (
          <Trans>
            Redacted by {by} ({organization}), {at}
          </Trans>
        ) : (
          <Trans>
            Archived by {by} ({organization}), {at}
          </Trans>
        )}
      </summary>
      <p>
        <Trans>
          From {camera}, channel {number} of device {sn}: {from} to {until}.
        </Trans>
      </p>
      {first.originalFile && <Untouched file={first.originalFile} />}
      {statements.slice(1).map((later) => (
        <p key={later.number}>
          <Renamed title={later.title} by={later.by} at={dateTimeText(later.atMs, i18n.locale)} />
        </p>
      ))}
      {keys.map((key) => (
        <Fingerprint key={key.keyId} publicKey={key.publicKey} />
      ))}
    </details>
  )
}

/** The file that a redacted one was made from: whoever has it can compare. */
function Untouched({ file: { sizeBytes, sha256 } }: { file: { sizeBytes: number; sha256: string } }) {
  const { i18n } = useLingui()
  const size = bytesText(sizeBytes, i18n.locale)
  return (
    <p>
      <Trans>Made from the untouched file ({size}), SHA-256</Trans> <code>{sha256.replace(/(.{8})(?=.)/g, '$1 ')}</code>
    </p>
  )
}

function Renamed({ title, by, at }: { title: string; by: string; at: string }) {
  return (
    <Trans>
      Renamed “{title}” by {by}, {at}
    </Trans>
  )
}

function Fingerprint({ publicKey }: { publicKey: string }) {
  const [fingerprint, setFingerprint] = useState('')
  useEffect(() => {
    void fingerprintOf(publicKey).then((hex) => setFingerprint(hex.replace(/(.{8})(?=.)/g, '$1 ')))
  }, [publicKey])
  return (
    <p>
      <Trans>Fingerprint of the key</Trans> <code>{fingerprint}</code>
    </p>
  )
}
