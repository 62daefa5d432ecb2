import { Trans, useLingui } from '@lingui/react/macro'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import type { HelperOffer } from '../../lib/helper-offer.ts'
import buttons from '../controls/button.module.css'
import { bytesText } from '../text/bytes-text.ts'
import classes from './helper-download.module.css'

/** The download of the helper that installs the plugin; where the service has none, it says so, and how the plugin is had without it. */
export function HelperDownload({ offer }: { offer: HelperOffer }) {
  const { i18n } = useLingui()
  switch (offer.kind) {
    case 'asking':
      return null
    case 'unreachable':
      return (
        <p className={classes['words']}>
          <Trans>The service, which has the helper, cannot be reached now.</Trans>
        </p>
      )
    case 'absent':
      return <WithoutHelper />
    case 'there':
      return (
        <p className={classes['words']}>
          <a className={buttons['main']} href={offer.href} download={offer.fileName}>
            <IconDownload size={16} stroke={1.5} aria-hidden />
            <Trans>Download the helper</Trans>
          </a>
          <span className="sl-figures">
            {offer.fileName} · {bytesText(offer.bytes, i18n.locale)}
          </span>
        </p>
      )
  }
}

/** The plugin as it is run from the project's folder. The address of this page is the one that it has to accept. */
function WithoutHelper() {
  const command = `npm run plugin -- --origin ${location.origin}`
  return (
    <div className={classes['without']}>
      <p>
        <Trans>
          This service has no helper for your computer yet. Until whoever runs it adds one, start the plugin in the folder of the project on
          this computer; it needs Node 20 or newer:
        </Trans>
      </p>
      <code className={classes['command']} translate="no">
        {command}
      </code>
    </div>
  )
}
