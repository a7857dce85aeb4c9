export const benchKey = 'bench-key-0123456789-0123456789-0123456789';
