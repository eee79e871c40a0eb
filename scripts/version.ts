/** Of this program, as `GET /api/mode` tells it. */
export const version = '0.1.0';

/** In the data folder while a restore is under way: nothing starts on it. */
export const restoringFile = 'restoring.json';
