import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import settings from '../../ui/page/settings.module.css'

/** From what belongs to the licence back to it. */
export function BackToLicence() {
  const { t } = useLingui()
  return (
    <Link
      className={settings['back']}
      to="/service/servicelicense/list"
      aria-label={t`Back to the licence`}
      data-tip={t`Back to the licence`}
    >
      <IconArrowLeft size={18} stroke={1.5} aria-hidden />
    </Link>
  )
}
