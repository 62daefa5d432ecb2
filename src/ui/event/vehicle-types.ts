import { attributeValues } from '#contract/event-attributes.ts'

/** Vehicles without an engine, or with a small one. */
export const nonMotorTypes = ['bicycle', 'tricycle', 'motorcycle'] as const
export const motorTypes = attributeValues.vehicleType.filter((type) => !nonMotorTypes.some((other) => other === type) && type !== 'other')
