/** Version of this plugin, four numbers as the client compares them (spec 2, section 9). */
export const PLUGIN_VERSION = '1.0.0.1914'
