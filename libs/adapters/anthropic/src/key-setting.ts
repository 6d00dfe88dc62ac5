/** The variable that holds the key; errors name it. */
export const ANTHROPIC_KEY_SETTING = 'ANTHROPIC_API_KEY';
