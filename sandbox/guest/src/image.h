/* Arranging memory before the snapshot. */
#ifndef GUEST_IMAGE_H
#define GUEST_IMAGE_H

/* The last thing before the snapshot: no object made so far is collected or moved any more. */
void settle_image(void);

#endif
