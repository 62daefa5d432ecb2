import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import settings from '../../ui/page/settings.module.css'

/** From a hidden page back to the one that it belongs to. */
export function BackLink() {
  const { t } = useLingui()
  const label = t`Back to privacy and security`
  return (
    <Link to="/privacySecurity" className={settings['back']} aria-label={label} data-tip={label}>
      <IconArrowLeft size={18} stroke={1.5} aria-hidden />
    </Link>
  )
}
