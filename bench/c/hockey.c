/* Random playouts of the standard game of Hockey (docs/rules/hockey.md), with the cards, safeties and counts that the engine's state keeps. */

#include <stdint.h>

/* The generator of engines/rng.py: equal states give equal streams. */
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

enum { NONE = -1, DECK = 52, JACK = 9, ACE = 12, PERIODS = 3 };
enum { SCORES, BREAKAWAY, POST, SAVE, MISS, CLEARS, SHOOTS, PLAYS, CALLS };

static const int REGULATION[] = {5, 5, 5, 5, 6, 0};
static const int OVERTIME[] = {4, 4, 4, 4, 4, 6, 0};

typedef struct {
    int ply, dealer, period, deal_number, deal_began, seat, holder, top, stock_at, plays, is_over;
    Hand hands[2];
    uint8_t stock[DECK], played[DECK];
    int safe_ranks[2];
    int goals[PERIODS + 1][2], totals[2], calls[CALLS];
} Game;

static int rank(int card)
{
    return card >> 2;
}

static int distance(int one, int other)
{
    const int steps = one > other ? one - other : other - one;
    if (one == ACE && other + 1 < steps)
        return other + 1;
    if (other == ACE && one + 1 < steps)
        return one + 1;
    return steps;
}

static const int *deal_sizes(const Game *game)
{
    return game->period > PERIODS ? OVERTIME : REGULATION;
}

static void deal(Game *game)
{
    const int cards = 2 * deal_sizes(game)[game->deal_number++];
    game->deal_began = game->plays;
    game->seat = 1 - game->dealer;
    for (int side = 0; side < 2; side++)
        game->hands[side].size = game->safe_ranks[side] = 0;
    for (int i = 0; i < cards; i++) {
        add_card(&game->hands[game->seat], game->stock[game->stock_at++]);
        game->seat = 1 - game->seat;
    }
}

static void start_period(Game *game, Rng *rng)
{
    game->period++;
    game->deal_number = game->plays = game->stock_at = 0;
    game->holder = game->top = NONE;
    shuffle(rng, game->stock, DECK);
    deal(game);
}

/* The table in 2.3. */
static void play(Game *game, int card)
{
    const int side = game->seat;
    remove_card(&game->hands[side], card);
    const int matches = game->top != NONE && rank(card) == rank(game->top), wild = rank(card) == JACK;
    if (game->plays > game->deal_began && !matches)
        game->safe_ranks[1 - side] |= 1 << rank(game->top);
    int call;
    if (game->holder == side && matches && !wild) {
        game->totals[side]++;
        game->goals[game->period - 1][side]++;
        game->holder = NONE;
        call = SCORES;
    } else if (matches || wild) {
        game->holder = side;
        call = BREAKAWAY;
    } else if (game->holder == side) {
        const int steps = distance(rank(card), rank(game->top));
        game->holder = NONE;
        call = steps == 1 ? POST : steps == 2 ? SAVE : MISS;
    } else if (game->holder == 1 - side) {
        call = game->safe_ranks[side] >> rank(card) & 1 ? CLEARS : SHOOTS;
    } else {
        call = PLAYS;
    }
    game->calls[call]++;
    game->played[game->plays++] = (uint8_t)card;
    game->top = card;
}

static void next_turn(Game *game, Rng *rng)
{
    const int tied = game->totals[0] == game->totals[1];
    if (game->period > PERIODS && !tied) {
        game->is_over = 1;
        return;
    }
    game->seat = 1 - game->seat;
    if (game->hands[game->seat].size > 0)
        return;
    if (deal_sizes(game)[game->deal_number] > 0) {
        deal(game);
    } else if (game->period < PERIODS || (game->period == PERIODS && tied)) {
        game->dealer = 1 - game->dealer;
        start_period(game, rng);
    } else {
        game->is_over = 1;
    }
}

static void play_out(Game *game, Rng *rng)
{
    uint8_t order[DECK];
    do
        shuffle(rng, order, DECK);
    while (rank(order[0]) == rank(order[1])); /* the cut */
    game->dealer = below(rng, 2);
    game->ply = 1;
    start_period(game, rng);
    while (!game->is_over) {
        const Hand *hand = &game->hands[game->seat];
        play(game, hand->cards[below(rng, hand->size)]);
        game->ply++;
        next_turn(game, rng);
    }
}

/* Decisions and the goals of both sides of each game, three numbers in a row; returns the state of the generator. */
int64_t play_games(int64_t state, int64_t count, int64_t *results)
{
    Rng rng = {state};
    for (int64_t i = 0; i < count; i++) {
        Game game = {0};
        play_out(&game, &rng);
        results[3 * i] = game.ply;
        results[3 * i + 1] = game.totals[0];
        results[3 * i + 2] = game.totals[1];
    }
    return rng.state;
}
