/** The variable that holds the key; errors name it. */
export const OPENAI_KEY_SETTING = 'OPENAI_API_KEY';
