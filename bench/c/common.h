/* What both games use: the generator of engines/rng.py, where equal states give equal streams, and hands. */

#include <stdint.h>

typedef struct {
    int64_t state;
} Rng;

static inline int below(Rng *rng, int bound)
{
    const int64_t state = 698769069 * (rng->state & 0xFFFFFFFF) + (rng->state >> 32);
    rng->state = state;
    return (int)((((state >> 32) ^ (state & 0xFFFFFFFF)) * bound) >> 32);
}

static inline void shuffle(Rng *rng, uint8_t *order, int size)
{
    for (int i = 0; i < size; i++) {
        const int j = below(rng, i + 1);
        order[i] = order[j];
        order[j] = (uint8_t)i;
    }
}

/* Cards in ascending order. */
typedef struct {
    uint8_t cards[52];
    int size;
} Hand;

static inline void add_card(Hand *hand, int card)
{
    int at = hand->size++;
    while (at > 0 && hand->cards[at - 1] > card) {
        hand->cards[at] = hand->cards[at - 1];
        at--;
    }
    hand->cards[at] = (uint8_t)card;
}

static inline void remove_card(Hand *hand, int card)
{
    int at = 0;
    while (hand->cards[at] != card)
        at++;
    hand->size--;
    for (; at < hand->size; at++)
        hand->cards[at] = hand->cards[at + 1];
}
