/** The four kinds of alarm rules (rule 1.6). */
export const ruleKinds = ['general', 'device-health', 'ai', 'combination'] as const
