import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ForRoles } from '../../data/person/for-roles.tsx'
import { SubNav } from '../../ui/page/sub-nav.tsx'

/** The pages of the rules: those about vehicles are for administrators (rule 6.2). */
export function RulesNav() {
  const { t } = useLingui()
  return (
    <SubNav label={t`Alarm rules`}>
      <Link to="/settings/alarmrules/general-alarm-rule">
        <Trans>General rules</Trans>
      </Link>
      <ForRoles roles={['administrator']}>
        <Link to="/settings/alarmrules/general-vehicle">
          <Trans>Vehicle rules</Trans>
        </Link>
      </ForRoles>
    </SubNav>
  )
}
